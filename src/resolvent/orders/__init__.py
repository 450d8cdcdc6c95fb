"""Orders: their types, their notation, and reading what people write."""

from resolvent.orders.order import Kind, Order, format_order
from resolvent.orders.read import Reader, Unreadable, order_reader, read_order

__all__ = ["Kind", "Order", "Reader", "Unreadable", "format_order", "order_reader", "read_order"]

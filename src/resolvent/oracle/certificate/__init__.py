"""Certificates: clauses, a resolution, and proofs that there is no other, to be checked without a solver."""

from resolvent.oracle.certificate.check import Checked, check_certificate
from resolvent.oracle.certificate.record import Certificate
from resolvent.oracle.certificate.write import certify

__all__ = ["Certificate", "Checked", "certify", "check_certificate"]

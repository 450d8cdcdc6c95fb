"""Certificates: clauses, a resolution, and proofs that there is no other, to be checked without a solver."""

from resolvent.oracle.certificate.check import check_certificate
from resolvent.oracle.certificate.write import Certificate, certify

__all__ = ["Certificate", "certify", "check_certificate"]

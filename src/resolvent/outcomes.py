"""The closed lists of the contract: outcomes of an order, reasons for it, status of a resolution."""

from __future__ import annotations

import enum

__all__ = ["Outcome", "Reason", "Status"]


class _Documented(enum.StrEnum):
    """A word with a meaning of one line."""

    meaning: str

    def __new__(cls, value: str, meaning: str = "") -> _Documented:
        member = str.__new__(cls, value)
        member._value_ = value
        member.meaning = meaning
        return member


class Status(_Documented):
    """How the orders of a phase came to their resolution."""

    UNIQUE = "unique", "every order is settled, alone or as part of a cycle with exactly one solution"
    CIRCULAR = "circular", "units that follow one another in a ring moved, by the rule for circular movement"
    PARADOX = "paradox", "a cycle without a unique solution was settled by a paradox rule"
    OPEN = "open", "the reading has no rule for a cycle that was met; what depends on it is undecided"


class Outcome(_Documented):
    """What became of an order."""

    SUCCEEDS = "succeeds", "the unit moves, the support is given, the convoy carries, the unit holds"
    FAILS = "fails", "the order is legal and matches, but did not get through"
    VOID = "void", "the order is legal but does not match what others were ordered"
    ILLEGAL = "illegal", "the order could not be valid whatever the other orders are; the unit holds"
    UNREADABLE = "unreadable", "the text is no order; the unit holds"
    OPEN = "open", "it depends on a cycle for which the reading has no rule"


class Reason(_Documented):
    """Why; the culprits stand beside it."""

    # success
    UNOPPOSED = "unopposed", "nobody stood against it"
    STRONGER = "stronger", "it was stronger than those named"
    CIRCULAR = "circular", "it follows the units named in a ring"
    UNDISTURBED = "undisturbed", "nobody attacked the unit"
    WITHSTOOD = "withstood", "those named attacked, in vain"
    CONVOYED = "convoyed", "the fleet was there to carry the army"
    UNUSED = "unused", "the fleet stood ready, but the army went by land"
    DISBANDED = "disbanded", "the unit was told to disband"
    NO_ORDER = "no_order", "the dislodged unit was not told where to go, and disbands"
    DUE = "due", "it was due"
    WAIVED = "waived", "the power leaves a build unused"
    CIVIL_DISORDER = "civil_disorder", "the power removed too few units, and the rules chose this one"
    # failure
    BOUNCED = "bounced", "those named moved to the same province and were not weaker"
    HEAD_TO_HEAD = "head_to_head", "the unit named came the other way and was not weaker"
    HELD_OFF = "held_off", "the unit named stayed there and was not weaker"
    OWN_UNIT = "own_unit", "the power's own unit stayed there, and nobody dislodges his own"
    NO_CONVOY = "no_convoy", "no convoy orders cover a route"
    DISRUPTED = "disrupted", "the convoy was broken because of those named"
    NO_PATH = "no_path", "no way leads there"
    CUT = "cut", "the supporter was attacked by those named"
    DISLODGED = "dislodged", "the unit was dislodged by the one named"
    UNMATCHED = "unmatched", "the unit named was ordered something else"
    PARADOX = "paradox", "the paradox rule made it fail, together with those named"
    STANDOFF = "standoff", "those named retreated to the same province"
    TOO_MANY = "too_many", "more were ordered than were due"
    TWICE = "twice", "the same province was named in another order, which counts"
    # illegal
    SAME_PROVINCE = "same_province", "it leads to where the unit already stands"
    UNREACHABLE = "unreachable", "the unit cannot get there, by itself or by sea"
    COAST_UNCLEAR = "coast_unclear", "it does not say which of several coasts is meant"
    SUPPORTS_ITSELF = "supports_itself", "no unit supports itself"
    NO_SUCH_UNIT = "no_such_unit", "there is no unit in the province named"
    OUT_OF_RANGE = "out_of_range", "the supporter cannot move to the province itself"
    SUPPORTED_UNREACHABLE = "supported_unreachable", "the supported unit cannot get there"
    NOT_AT_SEA = "not_at_sea", "only a fleet at sea convoys"
    NO_SUCH_ARMY = "no_such_army", "there is no army in the province named"
    OFF_ROUTE = "off_route", "the fleet lies on no sea route between the two coasts"
    CLOSED = "closed", "the place is occupied or contested, or the attack came from there"
    NOTHING_DUE = "nothing_due", "nothing of the kind is due"
    TYPE_UNCLEAR = "type_unclear", "it does not say whether an army or a fleet is meant"
    INLAND = "inland", "no fleet can be there"
    NOT_HOME = "not_home", "it is no home centre of the power"
    NOT_OWNED = "not_owned", "the power does not own the centre"
    OCCUPIED = "occupied", "a unit stands there"
    NO_WAIVER = "no_waiver", "a build that is due has to be made"
    SLIP = "slip", "it is written in a way that the reading does not accept"
    # not used at all
    UNREADABLE = "unreadable", "the text is no order"
    WRONG_PHASE = "wrong_phase", "such an order belongs to another phase"
    NOT_DISLODGED = "not_dislodged", "the unit was not dislodged"
    NOT_OWN_UNIT = "not_own_unit", "the unit belongs to another power"
    REPEATED = "repeated", "the same order was given before"
    CONFLICTING = "conflicting", "other legal orders were given to the same unit"
    REPLACED = "replaced", "a later order set took its place"
    # open, and the rest
    OPEN = "open", "it depends on a cycle for which the reading has no rule"
    OTHER = "other", "none of the reading's reasons applies"

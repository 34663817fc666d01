"""Contacts, campaigns with their steps, and who is where in them; a file for each subject."""

from sequences.models.campaigns import Campaign, CampaignMailbox, HolidayCalendar, Step, Variant
from sequences.models.editing import CampaignVersion, StructureDraft
from sequences.models.enrolled import OPEN_TOUCH, STRANDED, CompanyHold, Enrollment, Task, Touch
from sequences.models.imports import Import, ImportPiece, ImportRow
from sequences.models.notices import Notice, NoticeWish
from sequences.models.outlook import Outlook
from sequences.models.people import Contact, ContactTag, Tag
from sequences.models.talks import Answer, AnswerFile, KeyChoice, Note, Snippet

__all__ = [
    "OPEN_TOUCH",
    "STRANDED",
    "Answer",
    "AnswerFile",
    "Campaign",
    "CampaignMailbox",
    "CampaignVersion",
    "CompanyHold",
    "Contact",
    "ContactTag",
    "Enrollment",
    "HolidayCalendar",
    "Import",
    "ImportPiece",
    "ImportRow",
    "KeyChoice",
    "Note",
    "Notice",
    "NoticeWish",
    "Outlook",
    "Snippet",
    "Step",
    "StructureDraft",
    "Tag",
    "Task",
    "Touch",
    "Variant",
]

import json

import pytest

from sequences.core.column_names import Target, field_name, forbids_mail
from sequences.core.columns import (
    Column,
    Mapping,
    MappingError,
    address_candidates,
    check_mapping,
    guess_mapping,
    mapping_from_json,
)

A, F, L, C, T, P, N, K = (
    Target.ADDRESS,
    Target.FIRST_NAME,
    Target.LAST_NAME,
    Target.COMPANY,
    Target.TITLE,
    Target.PHONE,
    Target.LINKEDIN_URL,
    Target.COUNTRY,
)

EXPORTS: dict[str, dict[str, Target]] = {
    "Apollo people": {
        "First Name": F, "Last Name": L, "Title": T, "Company Name": Target.CUSTOM, "Company Name for Emails": C,
        "Email": A, "Email Status": Target.VERIFICATION, "Work Direct Phone": P, "Mobile Phone": Target.CUSTOM,
        "Stage": Target.FOREIGN_STATE, "Person Linkedin Url": N, "Company Linkedin Url": Target.CUSTOM,
        "Address": Target.CUSTOM, "City": Target.CUSTOM, "State": Target.FOREIGN_STATE, "Country": K,
        "Company Country": Target.CUSTOM, "Email Bounced": Target.DO_NOT_CONTACT,
    },
    "Evaboot": {
        "First Name": F, "Last Name": L, "Full Name": Target.CUSTOM, "Current Job": T, "Linkedin URL Public": N,
        "Linkedin URL Unique ID": Target.CUSTOM, "Email": A, "Email Status": Target.VERIFICATION, "Company Name": C,
        "Company Linkedin URL Unique ID": Target.CUSTOM, "Matches Filters": Target.MATCHES,
    },
    "Instantly leads": {
        "email": A, "first_name": F, "last_name": L, "company_name": C, "job_title": T, "phone": P,
        "personalization": Target.CUSTOM, "status": Target.FOREIGN_STATE,
    },
    "Smartlead": {
        "id": Target.CUSTOM, "status": Target.FOREIGN_STATE, "category": Target.FOREIGN_STATE, "first_name": F,
        "last_name": L, "email": A, "phone_number": P, "company_name": C, "linkedin_profile": N,
        "is_unsubscribed": Target.DO_NOT_CONTACT,
    },
    "lemlist": {"email": A, "firstName": F, "lastName": L, "companyName": C, "iceBreaker": Target.CUSTOM},
    "HubSpot": {
        "Record ID": Target.CUSTOM, "First name": F, "Last name": L, "Email": A, "Phone number": P,
        "Mobile phone number": Target.CUSTOM, "Job title": T, "Company name": C, "State/Region": Target.CUSTOM,
        "Country/Region": K, "Unsubscribed from all email": Target.DO_NOT_CONTACT,
    },
    "Clay": {
        "First Name": F, "Last Name": L, "Full Name": Target.CUSTOM, "Job Title": T, "LinkedIn Profile": N,
        "Company Table Data": C, "Work Email": A,
    },
}  # fmt: skip


@pytest.mark.parametrize("product", EXPORTS)
def test_the_columns_of_another_tool_are_recognised(product: str) -> None:
    expected = EXPORTS[product]
    sample = [["a@example.com" if target is A else "x" for target in expected.values()]]
    mapping = guess_mapping(list(expected), sample)
    assert {name: column.target for name, column in zip(expected, mapping.columns, strict=True)} == expected
    check_mapping(mapping, list(expected))


def test_a_list_of_companies_is_named_as_one() -> None:
    columns = ["Company Name", "Company Name for Emails", "# Employees", "Industry", "Website", "Company Country"]
    with pytest.raises(MappingError, match="list of companies"):
        check_mapping(guess_mapping(columns, [["Alpha"] * 6]), columns)


@pytest.mark.parametrize("share", [8, 9, 10])
def test_a_column_of_addresses_is_the_address_whatever_its_name(share: int) -> None:
    sample = [[str(number), f"p{number}@example.com" if number < share else "none"] for number in range(10)]
    assert guess_mapping(["Courriel", "Kontakt"], sample).positions(A) == (1,)


def test_values_outweigh_a_name() -> None:
    sample = [["newsletter", "a@example.com"], ["personal", "b@example.com"]]
    assert guess_mapping(["Email", "Contact"], sample).positions(A) == (1,)


def test_fewer_addresses_than_four_in_five_are_no_address_column() -> None:
    sample = [[f"p{number}@example.com" if number < 7 else "none"] for number in range(10)]
    assert guess_mapping(["contact"], sample).positions(A) == ()


def test_several_columns_of_addresses_are_all_offered() -> None:
    sample = [["a@example.com", "Ann", "ann@example.net"]]
    assert address_candidates(["Work Email", "Name", "Personal Email"], sample) == (0, 2)


def test_links_to_profiles_are_recognised_by_their_values() -> None:
    sample = [["a@example.com", "https://www.linkedin.com/in/ann-example"]]
    assert guess_mapping(["email", "Profil"], sample).positions(N) == (1,)


def test_nameless_columns_are_ignored_when_empty_and_numbered_when_not() -> None:
    mapping = guess_mapping(["email", "", ""], [["a@example.com", "", "x"]])
    assert mapping.columns[1:] == (Column(Target.IGNORE), Column(Target.CUSTOM, "column_3"))


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("iceBreaker", "ice_breaker"),
        ("# Employees", "employees"),
        ("Prénom d'usage", "prenom_d_usage"),
        ("Должность", "column_3"),
        ("2nd line", "column_2nd_line"),
        ("x" * 500, "x" * 60),
    ],
)
def test_a_custom_field_is_named_for_its_column(header: str, name: str) -> None:
    assert field_name(header, 3) == name


def test_custom_fields_never_share_a_name_nor_take_a_built_in_one() -> None:
    columns = ["email", "Email ", "title", "title", "Title", "notes", "Notes", "custom"]
    mapping = guess_mapping(columns, [["a@example.com", *["x"] * 7]])
    fields = [column.field for column in mapping.columns if column.field]
    assert len(set(fields)) == len(fields) == 6
    check_mapping(mapping, columns)


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (Column(A), r"Columns 1 \(email\) and 2 \(other\)"),
        (Column(Target.CUSTOM), "field name"),
        (Column(Target.CUSTOM, "first_name"), "use already"),
        (Column(Target.CUSTOM, "Not good"), "field name"),
        (Column(Target.TITLE, "title_2"), "no custom field"),
    ],
)
def test_a_mapping_that_would_lose_a_value_is_refused(second: Column, message: str) -> None:
    with pytest.raises(MappingError, match=message):
        check_mapping(Mapping((Column(A), second)), ["email", "other"])


def test_two_columns_for_one_custom_field_are_refused() -> None:
    mapping = Mapping((Column(A), Column(Target.CUSTOM, "notes"), Column(Target.FOREIGN_STATE, "notes")))
    with pytest.raises(MappingError, match=r"Columns 2 \(x\) and 3 \(y\) are both mapped to notes"):
        check_mapping(mapping, ["email", "x", "y"])


def test_a_mapping_of_another_width_is_refused() -> None:
    with pytest.raises(MappingError, match="The mapping has 1 columns, the file has 2"):
        check_mapping(Mapping((Column(A),)), ["email", "name"])


@pytest.mark.parametrize("value", ["true", "Yes", "1", "x", "2026-03-01", "bounced"])
def test_anything_but_a_plain_no_in_a_do_not_contact_column_forbids_mail(value: str) -> None:
    assert forbids_mail(Target.DO_NOT_CONTACT, value)


@pytest.mark.parametrize("value", ["", "  ", "false", "NO", "0", "never"])
def test_a_plain_no_or_nothing_permits_mail(value: str) -> None:
    assert not forbids_mail(Target.DO_NOT_CONTACT, value)


@pytest.mark.parametrize("value", ["Do Not Contact", "emailsBounced", "emailsUnsubscribed", "BLOCKED", "-2", "-1"])
def test_a_state_of_another_tool_that_ends_contact_forbids_mail(value: str) -> None:
    assert forbids_mail(Target.FOREIGN_STATE, value)


@pytest.mark.parametrize("value", ["Washington", "COMPLETED", "1", "", "Interested"])
def test_any_other_state_permits_mail(value: str) -> None:
    assert not forbids_mail(Target.FOREIGN_STATE, value)


def test_a_column_named_like_a_word_of_the_template_language_gets_a_usable_name() -> None:
    mapping = guess_mapping(["email", "limit", "unsubscribe_url"], [["a@example.com", "5", "x"]])
    assert [column.field for column in mapping.columns[1:]] == ["limit_2", "unsubscribe_url_2"]


def test_a_stored_mapping_is_read_back() -> None:
    mapping = Mapping((Column(A), Column(Target.CUSTOM, "notes"), Column(Target.IGNORE)))
    assert mapping_from_json(json.loads(json.dumps(mapping.to_json()))) == mapping


@pytest.mark.parametrize("value", [None, "x", {"a": 1}, [["address"]], [["nobody", ""]], [[1, 2]], [["address", None]]])
def test_a_mapping_that_is_none_is_refused(value: object) -> None:
    with pytest.raises(MappingError):
        mapping_from_json(value)

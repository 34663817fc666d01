"""The SMTP submission server: AUTH, STARTTLS, faults at every verb."""

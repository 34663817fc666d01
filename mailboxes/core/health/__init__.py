"""What is known of a sending domain's authentication: records in DNS, and what a receiver said of a probe."""

-- The titles of the organization's template of Wise for batch payments (PAY-11), as a line of CSV; null without one.
alter table payer_setting add column wise_titles text;

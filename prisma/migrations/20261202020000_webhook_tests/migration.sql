-- A test goes to the address as it is typed, saved or not: it is a delivery of no endpoint. So it is in the log, and
-- whatever goes by endpoint (sending again, retries, an endpoint's health) passes it over.
alter table webhook_delivery alter column endpoint_id drop not null;

-- What a request has answered that makes no record, such as how many commissions it has paid: the same request answers the same again.
-- Counts, amounts and ids, nobody's name.
alter table api_request add column answer jsonb;

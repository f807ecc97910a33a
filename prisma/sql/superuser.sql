-- Revokes large objects, which row-level security does not protect; only a superuser may do so. Applied to the embedded
-- database; on another server its administrator runs this file in the database.

revoke execute on function
  pg_catalog.lo_creat(int),
  pg_catalog.lo_create(oid),
  pg_catalog.lo_from_bytea(oid, bytea),
  pg_catalog.lo_open(oid, int),
  pg_catalog.lo_get(oid),
  pg_catalog.lo_get(oid, bigint, int),
  pg_catalog.lo_put(oid, bigint, bytea),
  pg_catalog.lo_unlink(oid)
from public;

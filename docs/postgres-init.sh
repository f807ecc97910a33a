#!/bin/sh
# PostgreSQL's image runs this once, as its superuser. It creates the database, its owner role (not a superuser) and the
# runtime role.
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv runtime_password RUNTIME_PASSWORD
create role finderlohn_owner login password :'owner_password';
create role finderlohn_app login password :'runtime_password';
create database finderlohn owner finderlohn_owner;
-- Neither role needs another database of this server.
revoke connect, temporary on database postgres, template1 from public;
\connect finderlohn
\i /finderlohn/superuser.sql
SQL

import { sql, type Kysely } from 'kysely';

/**
 * Files of contacts that people ask for (FILE-6): what each has, how far it is, and where it lies below
 * FILES_DIR. The place is given once, so that a database that is restored never takes the file of another
 * row for its own. A pass lets a browser download one of them for a minute (FILE-8).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table data_files (
      id integer generated always as identity primary key,
      system_id text not null references systems (id) on update cascade on delete cascade,
      name text not null check (char_length(name) between 1 and 210),
      file_type text not null check (file_type in ('CSV', 'OrionTool')),
      from_ms bigint not null,
      to_ms bigint not null check (to_ms >= from_ms),
      rx_ids integer[],
      place text not null unique,
      created_at timestamptz not null default now(),
      created_by integer references users (id) on delete set null,
      deleted_at timestamptz,
      deleted_by integer references users (id) on delete set null,
      completed smallint check (completed in (0, 1)),
      progress smallint not null default 0,
      rows bigint,
      bytes bigint,
      expected_rows bigint not null,
      reserved_bytes bigint not null,
      sha256 text,
      error text,
      job_id text,
      check (completed is distinct from 1 or (rows is not null and bytes is not null and sha256 is not null))
    );
    create index data_files_system on data_files (system_id, id);
    create unique index data_files_name on data_files (system_id, lower(name)) where deleted_at is null;
    create index data_files_created_by on data_files (created_by);
    create index data_files_deleted_by on data_files (deleted_by);

    create table data_file_passes (
      token_hash bytea primary key,
      file_id integer not null references data_files (id) on delete cascade,
      user_id integer not null references users (id) on delete cascade,
      session_id uuid not null references sessions (id) on delete cascade,
      expires_at timestamptz not null
    );
    create index data_file_passes_file on data_file_passes (file_id);
    create index data_file_passes_user on data_file_passes (user_id);
    create index data_file_passes_session on data_file_passes (session_id);
  `)
    .execute(db);
}

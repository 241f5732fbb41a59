import { sql, type Kysely } from 'kysely';

/**
 * The order of a system's changes (CHG-1, CHG-2): a counter per system, every change with what stood there
 * before and after, and the operations that were carried out.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    -- A row of its own, so that raising it never waits for somebody who reads or edits the system's settings. Changes up to 'kept_after' are
    -- no longer kept. 'changed_at' never goes back, whatever the clock does: a span of time is a span of revisions.
    create table system_revisions (
      system_id text primary key references systems (id) on update cascade on delete cascade,
      epoch text not null default gen_random_uuid()::text,
      revision bigint not null default 0,
      changed_at timestamptz not null default now(),
      kept_after bigint not null default 0,
      check (kept_after between 0 and revision)
    );
    insert into system_revisions (system_id) select id from systems;

    create function begin_revisions() returns trigger language plpgsql as $$
    begin
      insert into system_revisions (system_id) values (new.id);
      return null;
    end $$;
    create trigger system_made after insert on systems for each row execute function begin_revisions();

    -- Of the counter's row, not the system's: that one may be locked by somebody who waits for the counter. Without a reference to users:
    -- what a person did outlives them. 'kept' are the rows that were deleted, whole, for the undo; 'bytes' are those of 'items'.
    create table changes (
      system_id text not null references system_revisions (system_id) on update cascade on delete cascade,
      revision bigint not null,
      at timestamptz not null,
      user_id integer,
      user_name text,
      through text not null,
      operation text not null,
      undoes bigint,
      items jsonb not null,
      item_count integer not null,
      bytes integer not null,
      kept jsonb,
      primary key (system_id, revision)
    );
    create index changes_by_person on changes (system_id, user_id, revision desc);
    create index changes_at on changes (system_id, at, revision);

    -- Which things a change concerned: one thing's history, and that of all of its sort.
    create table change_entities (
      system_id text not null references system_revisions (system_id) on update cascade on delete cascade,
      entity text not null,
      entity_id integer not null,
      revision bigint not null,
      user_id integer,
      primary key (system_id, entity, entity_id, revision)
    );
    create index change_entities_sort on change_entities (system_id, entity, revision);
    create index change_entities_sort_person on change_entities (system_id, entity, user_id, revision);
    create index change_entities_person on change_entities (system_id, entity, entity_id, user_id, revision);
    create index change_entities_revision on change_entities (system_id, revision);

    -- What a person asked for by an id of their own, and what it was answered. Without a revision it changed nothing.
    create table operations (
      user_id integer not null references users (id) on delete cascade,
      id text not null,
      hash bytea not null,
      system_id text not null references system_revisions (system_id) on update cascade on delete cascade,
      epoch text,
      revision bigint,
      reply jsonb,
      at timestamptz not null default clock_timestamp(),
      primary key (user_id, id)
    );
    create index operations_at on operations (at);
    create index operations_system on operations (system_id);

    alter table receivers add column rev bigint not null default 0;
    alter table sites add column rev bigint not null default 0;
    alter table systems add column rev bigint not null default 0;
    alter table memberships add column rev bigint not null default 0;

    -- What a change does to memberships is told by it, and needs no note. The rest is as in 0007: a function is replaced whole, and a migration
    -- that ran somewhere is neither changed nor made of parts that may be.
    create or replace function note_membership_change() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('console.writing', true), '') = 'change' then
        return null;
      end if;
      if tg_op <> 'INSERT' then
        insert into membership_changes (user_id, system_id) values (old.user_id, old.system_id);
      end if;
      if tg_op = 'INSERT' or (tg_op = 'UPDATE' and (new.user_id, new.system_id) <> (old.user_id, old.system_id)) then
        insert into membership_changes (user_id, system_id) values (new.user_id, new.system_id);
      end if;
      return null;
    end $$;

    create function keep_changes() returns trigger language plpgsql as $$
    begin
      if coalesce(current_setting('console.writing', true), '') <> 'on' then
        raise exception 'What has changed stays as it was told: % takes no % but by its sweep', tg_table_name, lower(tg_op)
          using errcode = 'restrict_violation';
      end if;
      return case tg_op when 'DELETE' then old when 'UPDATE' then new end;
    end $$;
    create trigger changes_stay before update or delete on changes for each row execute function keep_changes();
    create trigger change_entities_stay before update or delete on change_entities for each row execute function keep_changes();
    create trigger changes_stay_whole before truncate on changes for each statement execute function keep_changes();
    create trigger change_entities_stay_whole before truncate on change_entities for each statement execute function keep_changes();
  `)
    .execute(db);
}

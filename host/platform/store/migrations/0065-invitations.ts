import { sql, type Kysely } from 'kysely';

/**
 * Who is asked to come into a system and has not come yet (ACC-31): by an email, whether anybody has an
 * account with it or not. Numbered with the users, so that a collaborator has one number; who comes without
 * an account gets that of the invitation. And whether a system offers its page of collaborators (ROLE-10):
 * new ones do, others as they did.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    create table invitations (
      id integer primary key default nextval('users_id_seq'),
      system_id text not null references systems (id) on update cascade on delete cascade,
      email text not null,
      role_id smallint not null check (role_id between 1 and 4),
      token_hash bytea not null unique,
      sender_id integer references users (id) on delete set null,
      verified_at timestamptz,
      expires_at timestamptz not null,
      rev bigint not null default 0,
      created_at timestamptz not null default now()
    );
    create unique index invitations_email on invitations (system_id, login_name(email));
    create index invitations_sender on invitations (sender_id);
    create trigger invitations_marked before insert or delete or update of id, system_id, email, role_id, expires_at, rev, created_at
      on invitations for each row execute function refuse_unmarked();

    alter table systems add column collaborators_page boolean not null default false;
    update systems set collaborators_page = sidebar -> 'enabled' ? 'collaborators',
      sidebar = jsonb_set(sidebar, '{enabled}', (sidebar -> 'enabled') - 'collaborators');
    alter table systems alter column collaborators_page set default true;
    create trigger systems_page_marked before update of collaborators_page on systems
      for each row execute function refuse_unmarked();
  `)
    .execute(db);
}

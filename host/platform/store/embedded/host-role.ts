import { sql } from 'kysely';
import { escapeLiteral } from 'pg';
import type { Lane } from '../pools.ts';

/** The host's role in the embedded database. It is not a superuser and owns nothing (STO-13). */
export const hostRole = 'console_host';

/** The advisory lock under which processes that start together set the rights one after the other. */
const rightsLock = 7_310_445;

/**
 * Creates or corrects the host's role, and grants it its rights on all tables of the owner: present ones,
 * including those of earlier versions or a backup, and future ones. The host accesses partitions only through
 * their parent.
 */
export async function admitHost({ db }: Lane, password: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${rightsLock})`.execute(transaction);
    await sql.raw(rights(password)).execute(transaction);
  });
}

/** The schemas of our tables and of the job library; the library accesses its partitions directly. */
const ours = `'public'::regnamespace, 'jobs'::regnamespace`;

const rights = (password: string) => `
  -- Where one of these fails, the server would write all of it into its log, the password too.
  set local log_min_error_statement = 'panic';
  do $$ begin
    if not exists (select from pg_roles where rolname = '${hostRole}') then
      create role ${hostRole};
    end if;
  end $$;
  alter role ${hostRole} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
    password ${escapeLiteral(password)};

  -- A checkpoint gives space back on a full disk; the others tell a restored backup by where its files lie.
  grant pg_checkpoint to ${hostRole};
  grant execute on function pg_stat_file(text), pg_control_system() to ${hostRole};

  alter default privileges grant usage on schemas to ${hostRole};
  alter default privileges grant select, insert, update, delete on tables to ${hostRole};
  alter default privileges grant usage, select on sequences to ${hostRole};
  grant usage on schema jobs to ${hostRole};
  do $$ declare found record; begin
    for found in select oid::regclass as name from pg_class where relnamespace in (${ours}) and relkind in ('r', 'p')
      and (not relispartition or relnamespace = 'jobs'::regnamespace) and not has_table_privilege('${hostRole}', oid, 'insert') loop
      execute format('grant select, insert, update, delete on %s to ${hostRole}', found.name);
    end loop;
    for found in select seqrelid::regclass as name from pg_sequence
      where (select relnamespace from pg_class where oid = seqrelid) in (${ours})
        and not has_sequence_privilege('${hostRole}', seqrelid, 'usage') loop
      execute format('grant usage, select on sequence %s to ${hostRole}', found.name);
    end loop;
  end $$;
  grant execute on function ensure_contact_partition(date), drop_contact_partition(date),
    drop_deleted_contact_partition(text, date) to ${hostRole};
`;

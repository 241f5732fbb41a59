import { sql, type Kysely } from 'kysely';

/**
 * The command that made a simulated receiver act; null for older actions and those without a command. Even if
 * another host continues the command, the receiver acts only once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table simulated_deeds add column command_id text;
    create unique index simulated_deeds_of_command on simulated_deeds (system_id, command_id);
  `)
    .execute(db);
}

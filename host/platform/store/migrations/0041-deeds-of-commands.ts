import { sql, type Kysely } from 'kysely';

/**
 * At which command's word a simulated receiver did something; null of what was done before, and of no
 * command. What a host began and another goes on with is done once.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(`
    alter table simulated_deeds add column command_id text;
    create unique index simulated_deeds_of_command on simulated_deeds (system_id, command_id);
  `)
    .execute(db);
}

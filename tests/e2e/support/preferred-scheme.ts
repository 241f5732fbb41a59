import { planted } from '../../support/planted.ts';
import type { Operator, Person } from './operator.ts';

/** Makes a scheme the person's own. */
export async function prefer(operator: Operator, person: Person, scheme: 'light' | 'dark'): Promise<void> {
  await planted(operator.database)
    .updateTable('users')
    .set({ dark_mode: scheme === 'dark' })
    .where('username', '=', person.username)
    .execute();
}

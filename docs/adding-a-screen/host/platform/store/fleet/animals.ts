import type { Db } from '../database.ts';

/** The animals of a system by their names, and whether each carries a tag now. */
export function animalsOf({ db }: Db, systemId: string) {
  return db
    .selectFrom('animals')
    .selectAll()
    .select((eb) =>
      eb
        .exists(eb.selectFrom('tags').select('id').whereRef('animal_id', '=', 'animals.id').where('retrieve_time', 'is', null))
        .as('is_tagged'),
    )
    .where('system_id', '=', systemId)
    .orderBy('alias')
    .execute();
}

import type { Db } from '../database.ts';

/** Returns the ids and numbers of the models of a system's transmitters. */
export function modelsOfTransmitters({ db }: Db, systemId: string) {
  return db
    .selectFrom('transmitter_models')
    .select(['id', 'model_number as modelNumber'])
    .where('system_id', '=', systemId)
    .orderBy('model_number')
    .execute();
}

/** Returns a model's number by its id; undefined if the system has no such model. */
export async function modelNumberOf({ db }: Db, systemId: string, id: number): Promise<string | undefined> {
  const query = db.selectFrom('transmitter_models').select('model_number').where('system_id', '=', systemId).where('id', '=', id);
  return (await query.executeTakeFirst())?.model_number;
}

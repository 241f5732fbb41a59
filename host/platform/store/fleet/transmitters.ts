import type { Db } from '../database.ts';

/** The models of a system's transmitters. */
export function modelsOfTransmitters({ db }: Db, systemId: string) {
  return db
    .selectFrom('transmitter_models')
    .select(['id', 'model_number as modelNumber'])
    .where('system_id', '=', systemId)
    .orderBy('model_number')
    .execute();
}

/** The number of a model by its id; undefined where the system has none. */
export async function modelNumberOf({ db }: Db, systemId: string, id: number): Promise<string | undefined> {
  const query = db.selectFrom('transmitter_models').select('model_number').where('system_id', '=', systemId).where('id', '=', id);
  return (await query.executeTakeFirst())?.model_number;
}

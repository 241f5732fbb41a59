import type { Db } from '../database.ts';

/** The transmitters of a system by their serial numbers, as the database holds them: Hz and ms. */
export function transmittersOf({ db }: Db, systemId: string) {
  return db.selectFrom('transmitters').selectAll().where('system_id', '=', systemId).orderBy('serial_number').execute();
}

/** All models of transmitters that are known. */
export function modelsOfTransmitters({ db }: Db) {
  return db.selectFrom('transmitter_models').select(['id', 'model_number as modelNumber']).execute();
}

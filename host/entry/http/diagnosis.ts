import { diagnose, type DiagnosisParts } from '../../domain/doctor/diagnose.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';

/** What `npm run doctor` tells, for the operator in a browser (DOC-12). */
export function diagnosis(database: Pick<Database, 'reads'>, parts: DiagnosisParts) {
  return {
    diagnoseHost: ({ caller, exchange }) => database.reads.read(caller.userId, exchange.gone(), (read) => diagnose(read, parts)),
  } satisfies Partial<Handlers>;
}

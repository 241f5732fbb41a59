import { diagnose, type DiagnosisParts } from '../../domain/doctor/diagnose.ts';
import type { Database } from '../../platform/store/database.ts';
import type { Handlers } from './call-handlers.ts';

/** Returns the handler that shows the operator the results of `npm run doctor` in a browser (DOC-12). */
export function diagnosis(database: Pick<Database, 'reads'>, parts: DiagnosisParts) {
  return {
    diagnoseHost: ({ caller, exchange }) => database.reads.read(caller.userId, exchange.gone(), (read) => diagnose(read, parts)),
  } satisfies Partial<Handlers>;
}

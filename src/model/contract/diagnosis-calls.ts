import { diagnosisSchema } from '../entities/diagnosis.ts';
import { calls } from './call.ts';

/** What the operator of the host should know about it (DOC-1). */
export const diagnosisCalls = calls({
  diagnoseHost: { method: 'GET', path: '/api/app/client/host-diagnosis', access: 'superuser', reply: diagnosisSchema },
});

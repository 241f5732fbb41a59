import { fromPromise } from 'xstate';
import type { Services } from '../services/ports.ts';
import { rightOf } from '../machines/system-page/right-of.ts';
import type { QuestionMachine } from '../machines/question/question-machine.ts';
import { question } from '../machines/question/question.ts';
import { jobUpdates } from '../machines/jobs/job-updates.ts';
import type { KeysMachine } from '../machines/keys/keys-machine.ts';
import { jobsMachine } from '../machines/jobs/jobs-machine.ts';
import { dialogSlot } from '../machines/dialog-slot/dialog-slot.ts';
import type { DialogSlotMachine } from '../machines/dialog-slot/dialog-slot-machine.ts';
import { sortText } from '../model/retention/retention-words.ts';
import { systemPageMachine } from '../machines/system-page/system-page-machine.ts';
import { diagnosisCalls } from '../model/contract/diagnosis-calls.ts';
import { jobCalls } from '../model/contract/job-calls.ts';
import { receiverKeyCalls } from '../model/contract/receiver-key-calls.ts';
import { retentionCalls } from '../model/contract/retention-calls.ts';
import { superuser } from '../model/entities/role.ts';
import { type KeptSort, retentionModel } from '../model/retention/retention-model.ts';
import { fieldsOf } from '../model/entities/retention.ts';
import { builtScreen } from './built-screen.ts';
import { keysBy } from './keys/key-calls.ts';
import { later } from '../views/controls/later.tsx';

/** The system screen (SYS-14, SYS-22, JOB-14, RET-2, DOC-12). */
export default builtScreen({
  actor: (services) =>
    systemPageMachine.provide({
      actors: {
        jobs: systemJobs(services),
        retention: systemRetention(services),
        hostCheck: operatorsCheck(services),
        keys: receiverKeys(services),
      },
    }),
  models: [retentionModel],
  resources: [
    {
      name: 'retention',
      begins: 'now',
      async load({ http }, mitasId, signal) {
        const { asOf, retention } = await http.call(retentionCalls.getRetention, { params: { mitasId } }, { signal });
        return { asOf, facts: [{ type: 'retention.loaded', asOf, fields: fieldsOf(retention) }] };
      },
    },
  ],
  view: later(() => import('../views/system/system-view.tsx')),
});

function systemJobs({ http }: Services): typeof jobsMachine {
  return jobsMachine.provide({
    actors: {
      list: question<{ mitasId: string }>(
        ({ input: { mitasId }, signal }) => http.call(jobCalls.listJobs, { params: { mitasId } }, { signal }),
        jobUpdates,
      ),
      handleJob: fromPromise(({ input: { mitasId, id, action }, signal }) =>
        http.call(action === 'retry' ? jobCalls.retryJob : jobCalls.cancelJob, { params: { mitasId, jobId: id } }, { signal }),
      ),
    },
  });
}

function systemRetention({ http }: Services): DialogSlotMachine {
  return dialogSlot<KeptSort, number | null>({
    act({ mitasId, subject: { sort, asOf }, filled: days }) {
      const body = { days: { [sort]: days }, ...(asOf === null ? {} : { asOf }) };
      return http.call(retentionCalls.setRetention, { params: { mitasId }, body });
    },
    notice: ({ sort }) => ({ message: `How long ${sortText(sort)} are kept is changed`, variant: 'success' }),
  });
}

function operatorsCheck({ http }: Services): QuestionMachine {
  return question(({ signal }) => http.call(diagnosisCalls.diagnoseHost, {}, { signal }), rightOf(superuser));
}

function receiverKeys(services: Services): KeysMachine {
  const { http } = services;
  const { listReceiverKeys, createReceiverKey, revokeReceiverKey } = receiverKeyCalls;
  return keysBy(
    services,
    {
      list: (mitasId, signal) => http.call(listReceiverKeys, { params: { mitasId } }, { signal }),
      make: (mitasId, { name }) => http.call(createReceiverKey, { params: { mitasId }, body: { name } }),
      revoke: (mitasId, id) => http.call(revokeReceiverKey, { params: { mitasId, id } }),
    },
    rightOf(listReceiverKeys.access.role),
  );
}

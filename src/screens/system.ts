import { lazy } from 'react';
import { fromPromise } from 'xstate';
import { retentionMachine } from '../machines/retention/retention-machine.ts';
import { retentionCalls } from '../model/contract/retention-calls.ts';
import { retentionModel } from '../model/journal/screen-models/retention.ts';
import { fieldsOf } from '../model/retention/retention.ts';
import { builtScreen } from './built-screen.ts';

/** SYS-14, RET-2. */
export default builtScreen({
  actor: ({ http }) =>
    retentionMachine.provide({
      actors: {
        saveRetention: fromPromise(async ({ input: { mitasId, sort, days, asOf } }) => {
          const body = { days: { [sort]: days }, ...(asOf === null ? {} : { asOf }) };
          await http.call(retentionCalls.setRetention, { params: { mitasId }, body });
        }),
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
  view: lazy(() => import('../views/system/system-view.tsx')),
});

import { fromPromise } from 'xstate';
import { activityMachine } from '../machines/activity/activity-machine.ts';
import { changeUpdates } from '../machines/activity/change-updates.ts';
import { fileExportIn } from '../machines/file-export/file-export-machine.ts';
import { activityFile } from '../model/activity/activity-file.ts';
import { activityAddress, activityQuery } from '../model/activity/activity-filters.ts';
import { maxChangesPerCall } from '../model/changes/change.ts';
import { activityCalls } from '../model/contract/activity-calls.ts';
import { builtScreen } from './built-screen.ts';
import { later } from '../views/controls/later.tsx';

/** The Activity screen (CHG-21). */
export default builtScreen({
  address: activityAddress,
  actor: ({ http }) =>
    activityMachine.provide({
      actors: {
        changeUpdates,
        loadPage: fromPromise(({ input: { mitasId, filters, before }, signal }) =>
          http.call(
            activityCalls.listActivity,
            { params: { mitasId }, query: { ...activityQuery(filters), ...(before === null ? {} : { before }) } },
            { signal },
          ),
        ),
      },
      actions: {
        saveFile: ({ system }, { order }) => {
          const { mitasId, filters } = order;
          const file = activityFile(order, (before) => {
            const query = { ...activityQuery(filters), limit: maxChangesPerCall, ...(before === undefined ? {} : { before }) };
            return http.call(activityCalls.listActivity, { params: { mitasId }, query });
          });
          fileExportIn(system).send({ type: 'file.save', file });
        },
      },
    }),
  view: later(() => import('../views/activity/activity-view.tsx')),
});

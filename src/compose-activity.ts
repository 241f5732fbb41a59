import { fromPromise } from 'xstate';
import type { Services } from './browser-services.ts';
import { type ActivityMachine, activityMachine } from './machines/activity/activity-machine.ts';
import { changeNews } from './machines/activity/change-news.ts';
import { activityFile, type ActivityFile, type ActivityFileOrder } from './model/changes/activity-file.ts';
import { activityQuery } from './model/changes/activity-filters.ts';
import { maxChangesPerCall } from './model/changes/change.ts';
import { changeCalls } from './model/contract/change-calls.ts';
import type { HttpClient } from './services/ports.ts';

/** The actor of the Activity screen with its services in place; a chunk of its own, loaded when the screen is first opened. */
export function composeActivity({ http }: Services): ActivityMachine {
  return activityMachine.provide({
    actors: {
      changeNews,
      loadPage: fromPromise(({ input: { mitasId, filters, before }, signal }) =>
        http.call(
          changeCalls.listActivity,
          { params: { mitasId }, query: { ...activityQuery(filters), ...(before === null ? {} : { before }) } },
          { signal },
        ),
      ),
    },
  });
}

/** All changes that the filters ask for, fetched while the file is written. */
export function composeActivityFile(http: HttpClient, order: ActivityFileOrder, signal: AbortSignal): ActivityFile {
  const params = { mitasId: order.mitasId };
  return activityFile(order, (before) => {
    const query = { ...activityQuery(order.filters), limit: maxChangesPerCall, ...(before === undefined ? {} : { before }) };
    return http.call(changeCalls.listActivity, { params, query }, { signal });
  });
}

import { pagedActivity } from '../machines/activity/paged-activity.ts';
import { activityAddress } from '../model/activity/activity-filters.ts';
import { activityCalls } from '../model/contract/activity-calls.ts';
import { builtScreen } from './built-screen.ts';
import { later } from '../views/controls/later.tsx';

/** The Activity screen (CHG-21). */
export default builtScreen({
  address: activityAddress,
  actor: ({ http }) => pagedActivity((request, signal) => http.call(activityCalls.listActivity, request, { signal })),
  view: later(() => import('../views/activity/activity-view.tsx')),
});

import * as v from 'valibot';
import { alarmLimit, alarmSchema } from '../entities/alarm.ts';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { endsFirst } from '../fields/instant-fields.ts';
import { queryInstant, queryWhole } from '../fields/query-fields.ts';

/** CALL-3: the calls about alarms. */
export const alarmCalls = calls({
  listAlarms: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/alarms',
    access: { role: viewer },
    query: v.pipe(
      v.object({
        from: v.optional(queryInstant),
        to: v.optional(queryInstant),
        limit: v.optional(queryWhole(1, 500), alarmLimit),
      }),
      v.forward(
        v.check(({ from = 0, to = from }) => from <= to, endsFirst()),
        ['to'],
      ),
    ),
    reply: v.object({ alarms: v.array(alarmSchema) }),
  },
});

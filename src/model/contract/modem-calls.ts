import * as v from 'valibot';
import { modemPointSchema, modemSchema } from '../entities/modem.ts';
import { viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { queryId, querySpan } from '../fields/query-fields.ts';

const modemSeries = {
  access: { role: viewer },
  method: 'GET',
  query: v.object({ modemId: queryId, timeSelect: v.picklist(['range']), range: querySpan }),
  repeats: { modemId: 'id' },
  /** `stepMs` is the time that each point covers, or 0 if each point is a single reading. */
  reply: v.object({ points: v.array(modemPointSchema), stepMs: v.number() }),
} as const;

/** CALL-3: the calls about modems. */
export const modemCalls = calls({
  listModems: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/modems',
    access: { role: viewer },
    reply: v.object({ modems: v.array(modemSchema) }),
  },
  getModemVoltage: { ...modemSeries, path: '/api/mitashost/{mitasId}/modems/{id}/voltage' },
  getModemTemperature: { ...modemSeries, path: '/api/mitashost/{mitasId}/modems/{id}/temperature' },
  getModemRssi: { ...modemSeries, path: '/api/mitashost/{mitasId}/modems/{id}/rssi' },
});

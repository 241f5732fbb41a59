import * as v from 'valibot';
import { contactBounds } from '#model/entities/contact.ts';
import { vitalsBounds as bounds } from '#model/entities/vitals.ts';
import { aliasMaxLength, receiverModels, receiverStatuses } from '#model/entities/receiver.ts';
import { int32, whole, within } from '#model/fields/value-fields.ts';
import { accepted, refused, type Result } from '#model/result.ts';
import type { ReceiverVitals } from '../../platform/store/fleet/receiver-vitals.ts';
import {
  fault,
  fromTo,
  instantIn,
  isNumber,
  isWhole,
  type Loose,
  type ReceiverDirectory,
  receiverId,
  timeFault,
} from '../contacts/index.ts';

const { ts } = contactBounds;
const instant = v.union([
  whole(ts.min, ts.max),
  v.pipe(
    v.string(),
    v.check((text) => instantIn(text) !== null),
  ),
]);
const said = <Schema extends v.GenericSchema>(schema: Schema) => v.nullish(schema);
const models = [receiverModels.orion, receiverModels.ares];
/** Receivers cannot report 'disabled': only people disable them (RX-12). */
const states = Object.values(receiverStatuses).filter((status) => status !== receiverStatuses.disabled);
const versionPattern = /^(\d{1,5})\.(\d{1,5})\.(\d{1,5})$/;

/**
 * A status as a receiver sends it (VIT-2): the receiver and `ts` as in a contact, and any of: state (RX-10),
 * model (RX-1), voltage in V, memory in MB (both values or none; used at most the total; a total of 0 means
 * no card), firmware as '1.2.3', the receiver's clock when sending, and temperature in °C. Null means not
 * reported. A test checks that `readWireStatus` agrees with this schema.
 */
export const wireStatusSchema = v.object({
  rxId: v.optional(whole(1, int32.max)),
  receiver: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(aliasMaxLength))),
  ts: instant,
  state: said(v.picklist(states)),
  model: said(v.picklist(models)),
  voltage: said(within(bounds.voltage.min, bounds.voltage.max)),
  memoryUsedMb: said(within(bounds.memoryMb.min, bounds.memoryMb.max)),
  memoryTotalMb: said(v.union([v.literal(0), within(bounds.cardMb.min, bounds.cardMb.max)])),
  firmware: said(v.pipe(v.string(), v.regex(versionPattern))),
  clock: said(instant),
  temperature: said(within(bounds.temperature.min, bounds.temperature.max)),
});

/** A status in which the receiver reports nothing. */
export const nothingSaid = {
  status: null,
  model: null,
  voltage: null,
  memoryUsedMb: null,
  memoryTotalMb: null,
  temperature: null,
  firmware: null,
  clockOffsetMs: null,
} as const;

/** Returns the status in a decoded line, or why it is refused. `now` is the time of arrival in ms. */
export function readWireStatus(value: unknown, directory: ReceiverDirectory, now: number): Result<ReceiverVitals> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused('not an object');
  const wire = value as Loose;
  const named = receiverId(wire, directory);
  if (!named.ok) return named;
  const at = instantIn(wire['ts']);
  if (at === null) return fault('ts', wire['ts'], 'ms since 1970 or an ISO time with its offset');
  const untimely = timeFault(at, now);
  if (untimely !== null) return refused(untimely);
  const { state = null, model = null } = wire;
  if (state !== null && !isState(state)) return fault('state', state, `one of ${states.join(', ')}`);
  if (model !== null && !isModel(model)) return fault('model', model, models.join(' or '));
  const measured = measuredIn(wire);
  if (!measured.ok) return measured;
  const firmware = firmwareIn(wire['firmware'] ?? null);
  if (!firmware.ok) return firmware;
  const { clock = null } = wire;
  const clockAt = clock === null ? now : instantIn(clock);
  if (clockAt === null) return fault('clock', clock, 'ms since 1970 or an ISO time with its offset');
  const status: ReceiverVitals = {
    rxId: named.value,
    ts: at,
    status: state,
    model,
    ...measured.value,
    firmware: firmware.value,
    clockOffsetMs: clock === null ? null : clockAt - now,
  };
  const { rxId: _rxId, ts: _ts, ...rest } = status;
  return Object.values(rest).some((one) => one !== null) ? accepted(status) : refused('it has no field about the receiver');
}

function isState(value: unknown): value is number {
  return (states as unknown[]).includes(value);
}

function isModel(value: unknown): value is number {
  return (models as unknown[]).includes(value);
}

type Measured = Pick<ReceiverVitals, 'voltage' | 'memoryUsedMb' | 'memoryTotalMb' | 'temperature'>;

function measuredIn(wire: Loose): Result<Measured> {
  const { voltage = null, memoryUsedMb = null, memoryTotalMb = null, temperature = null } = wire;
  if (voltage !== null && !isNumber(voltage, bounds.voltage))
    return fault('voltage', voltage, `V from ${fromTo(bounds.voltage)}`);
  if (memoryUsedMb !== null && !isNumber(memoryUsedMb, bounds.memoryMb))
    return fault('memoryUsedMb', memoryUsedMb, `MB from ${fromTo(bounds.memoryMb)}`);
  if (memoryTotalMb !== null && memoryTotalMb !== 0 && !isNumber(memoryTotalMb, bounds.cardMb))
    return fault('memoryTotalMb', memoryTotalMb, `MB from ${fromTo(bounds.cardMb)}, or 0 where there is no card`);
  if ((memoryUsedMb === null) !== (memoryTotalMb === null))
    return refused('memoryUsedMb and memoryTotalMb must both be given (a total of 0: no card)');
  if (memoryUsedMb !== null && memoryTotalMb !== null && memoryTotalMb > 0 && memoryUsedMb > memoryTotalMb)
    return fault('memoryUsedMb', memoryUsedMb, `no more than memoryTotalMb, which is ${memoryTotalMb}`);
  if (temperature !== null && !isNumber(temperature, bounds.temperature))
    return fault('temperature', temperature, `°C from ${fromTo(bounds.temperature)}`);
  return accepted({ voltage, memoryUsedMb, memoryTotalMb, temperature });
}

function firmwareIn(value: unknown): Result<ReceiverVitals['firmware']> {
  if (value === null) return accepted(null);
  const parts = typeof value === 'string' ? versionPattern.exec(value) : null;
  const [major = -1, minor = -1, patch = -1] = (parts?.slice(1) ?? []).map(Number);
  const isVersion = [major, minor, patch].every((part) => isWhole(part, bounds.firmware));
  return isVersion ? accepted([major, minor, patch]) : fault('firmware', value, "a version such as '1.2.3'");
}

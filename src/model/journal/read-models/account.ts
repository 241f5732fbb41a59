import * as v from 'valibot';
import { accountSchema } from '../../entities/account.ts';
import { type System, systemSchema } from '../../entities/system.ts';
import { readModel } from './read-model.ts';

/**
 * The account that is logged in, its systems, and the one that this session shows (`selected`, a mitasId).
 */
const accountModelSchema = v.object({
  account: v.nullable(accountSchema),
  systems: v.array(systemSchema),
  selected: v.nullable(v.string()),
});
export type AccountModel = v.InferOutput<typeof accountModelSchema>;

export const accountModel = readModel<AccountModel>({
  schema: accountModelSchema,
  initial: { account: null, systems: [], selected: null },
  on: {
    'account.loaded': (draft, { account }) => void (draft.account = account),
    'account.updated': (draft, { changes }) => {
      if (draft.account !== null) Object.assign(draft.account, changes);
    },
    'timezone.changed': (draft, { timezone, autoTimezone }) => {
      if (draft.account !== null) draft.account.timezone = timezone;
      const system = draft.systems.find(({ mitasId }) => mitasId === draft.selected);
      if (system !== undefined) system.autoTimezone = autoTimezone;
    },
    // A list that was read before alarms were seen, but arrives later, does not undo the mark.
    'systems.loaded': (draft, { systems }) => {
      const known = new Map(draft.systems.map((system) => [system.mitasId, system]));
      draft.systems = systems.map((system) => ({ ...system, ...laterMark(system, known.get(system.mitasId)) }));
    },
    // The count of marks of a restored backup may be lower, so any next mark must win.
    'epoch.began': (draft) => draft.systems.forEach((system) => void (system.lastSeenVersion = -1)),
    'alarms.seen': (draft, { lastSeenAlarmId, before, takenBack, version }) => {
      const system = draft.systems.find(({ mitasId }) => mitasId === draft.selected);
      if (system === undefined) return;
      if (version !== null) Object.assign(system, laterMark(system, { lastSeenAlarmId, lastSeenVersion: version }));
      else if (!takenBack) system.lastSeenAlarmId = furthest(system.lastSeenAlarmId, lastSeenAlarmId);
      else if (system.lastSeenAlarmId === before) system.lastSeenAlarmId = lastSeenAlarmId;
    },
    'system.selected': (draft, { mitasId }) => void (draft.selected = mitasId),
  },
});

type Mark = Pick<System, 'lastSeenAlarmId' | 'lastSeenVersion'>;

/** Returns the later of two marks. Its alarm may be lower, if a mark was taken back (ALM-25). */
function laterMark(one: Mark, other: Mark = one): Mark {
  if (one.lastSeenVersion !== other.lastSeenVersion) return markOf(one.lastSeenVersion > other.lastSeenVersion ? one : other);
  return { ...markOf(one), lastSeenAlarmId: furthest(one.lastSeenAlarmId, other.lastSeenAlarmId) };
}

function markOf({ lastSeenAlarmId, lastSeenVersion }: Mark): Mark {
  return { lastSeenAlarmId, lastSeenVersion };
}

/** Null if the host keeps no mark for the person. */
function furthest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** Returns the system of this session; undefined until it is known. */
export function selectedSystem(model: AccountModel): System | undefined {
  return model.systems.find(({ mitasId }) => mitasId === model.selected);
}

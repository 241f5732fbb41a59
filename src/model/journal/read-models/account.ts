import * as v from 'valibot';
import { accountSchema } from '../../entities/account.ts';
import { type System, systemSchema } from '../../entities/system.ts';
import { foldOf } from './fold-of.ts';

/** Who is logged in, the systems they belong to, and which of them this session shows (its mitasId). */
export const accountModelSchema = v.object({
  account: v.nullable(accountSchema),
  systems: v.array(systemSchema),
  selected: v.nullable(v.string()),
});
export type AccountModel = v.InferOutput<typeof accountModelSchema>;

export const noAccount: AccountModel = { account: null, systems: [], selected: null };

export const foldAccount = foldOf<AccountModel>({
  'account.loaded': (draft, { account }) => void (draft.account = account),
  'account.updated': (draft, { changes }) => {
    if (draft.account !== null) Object.assign(draft.account, changes);
  },
  'darkMode.changed': (draft, { darkMode }) => {
    if (draft.account !== null) draft.account.darkMode = darkMode;
  },
  'timezone.changed': (draft, { timezone, autoTimezone }) => {
    if (draft.account !== null) draft.account.timezone = timezone;
    const system = draft.systems.find(({ mitasId }) => mitasId === draft.selected);
    if (system !== undefined) system.autoTimezone = autoTimezone;
  },
  'systems.loaded': (draft, { systems }) => void (draft.systems = systems),
  'system.selected': (draft, { mitasId }) => void (draft.selected = mitasId),
});

/** The system this session shows; undefined until it is known. */
export function selectedSystem(model: AccountModel): System | undefined {
  return model.systems.find(({ mitasId }) => mitasId === model.selected);
}

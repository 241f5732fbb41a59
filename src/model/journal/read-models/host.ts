import * as v from 'valibot';
import { hostConfigSchema } from '../../entities/system.ts';
import { foldOf } from './fold-of.ts';

/** The settings of the system this session shows. */
export const hostModelSchema = v.object({ config: v.nullable(hostConfigSchema) });
export type HostModel = v.InferOutput<typeof hostModelSchema>;

export const noHost: HostModel = { config: null };

export const foldHost = foldOf<HostModel>({
  'host.configLoaded': (draft, { config }) => void (draft.config = config),
  'timezone.changed': (draft, { autoTimezone }) => {
    if (draft.config !== null) draft.config.autoTimezone = autoTimezone;
  },
});

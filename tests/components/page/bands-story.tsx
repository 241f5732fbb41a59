import { useState } from 'react';
import { type FamilyConfig, defaultConfig, problemsOf, valueAt, withValue } from '../../../src/model/config/config.ts';
import type { KnownTag } from '../../../src/model/config/known-tags.ts';
import { BandFields } from '../../../src/views/receiver-editor/band-fields.tsx';
import { say } from './said.ts';

export type BandsStoryProps = { tags?: readonly KnownTag[]; isDisabled?: boolean };

/** The five bands of an Orion; the first one hears all of its bins. */
export function BandsStory({ tags = [], isDisabled = false }: BandsStoryProps) {
  const [config, setConfig] = useState<FamilyConfig>(defaultConfig('orion'));
  return (
    <BandFields
      path="channels.bands"
      editing={{
        valueOf: (path) => valueAt(config, path),
        problems: problemsOf('orion', config),
        notes: [],
        refusal: null,
        tags: { tags, interval: null },
        onChange: (path, value) => {
          say('change', path);
          setConfig((before) => withValue(before, path, value));
        },
        isDisabled,
        choice: null,
      }}
    />
  );
}

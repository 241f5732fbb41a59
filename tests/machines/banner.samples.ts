import { expect } from 'vitest';
import { bannerMachine } from '../../src/machines/banner/banner-machine.ts';
import { samples } from '../support/machine-paths.ts';

export default samples({
  machine: bannerMachine,
  events: {
    'banner.show': [
      { banner: { message: 'Successfully registered', variant: 'success' } },
      { banner: { message: 'The disk is full', variant: 'error', key: 'storage' } },
    ],
    'banner.retract': { key: 'storage' },
    'banner.dismiss': {},
  },
  invariant: ({ snapshot }) => {
    if (snapshot.matches('closed')) expect(snapshot.context).toEqual({ banner: null, queue: [] });
    if (snapshot.matches('open')) expect(snapshot.context.banner).not.toBeNull();
  },
});

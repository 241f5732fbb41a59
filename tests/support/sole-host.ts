import type { Lease } from '../../host/platform/leases/leases.ts';

/** The lease of a test that is the only host of its database. */
export const soleHost: Pick<Lease, 'lost' | 'hold'> = { lost: false, hold: () => Promise.resolve() };

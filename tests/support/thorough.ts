import process from 'node:process';

/** Whether this is a run of `npm run test:thorough`, which tries all variants where `npm test` tries some. */
export const isThorough = process.env['THOROUGH'] === '1';

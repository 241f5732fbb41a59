import process from 'node:process';

/** Whether this is a run of `npm run test:thorough`, which tries all variants where `npm test` tries some. */
export const isThorough = process.env['THOROUGH'] === '1';

/** All variants of something in a thorough run, else the few that stand for them. */
export function variants<T>(all: T, few: T): T {
  return isThorough ? all : few;
}

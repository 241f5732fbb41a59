import type { Page } from '@playwright/test';
import type { SnapshotFrom } from 'xstate';
import { authMachine } from '../../../src/machines/auth/auth-machine.ts';
import { unreachableText } from '../../../src/machines/auth/auth-selectors.ts';
import { publicCalls } from '#model/contract/public-calls.ts';
import { loginFailureText } from '#model/forms/login.ts';
import { callback, promise, samples } from '../../support/machine-paths.ts';
import { expect, submitLogin } from './fixtures.ts';
import type { Flow } from './flow.ts';
import { HeldCalls } from './held-calls.ts';
import { messageOf } from './message.ts';
import type { Person } from './operator.ts';

/** A person at the login, and the calls that end as the path decides. */
export type LoginStage = { page: Page; person: Person; restoring: HeldCalls; loggingIn: HeldCalls; leaving: HeldCalls };

/** Opens the page for a person whose browser remembers a session that the host no longer has. */
export async function openLogin(page: Page, person: Person): Promise<LoginStage> {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('opened') === null) localStorage.setItem('hasAuthenticated', 'true');
    sessionStorage.setItem('opened', 'yes');
  });
  const stage = {
    page,
    person,
    restoring: await HeldCalls.at(page, publicCalls.accessToken.path),
    loggingIn: await HeldCalls.at(page, publicCalls.login.path),
    leaving: await HeldCalls.at(page, publicCalls.logout.path),
  };
  await page.goto('/login');
  return stage;
}

const right = { username: 'the person', password: 'right' };
const wrong = { username: 'the person', password: 'wrong' };
const isRight = (input: unknown) => (input as typeof right).password === right.password;
const noSession = { kind: 'server', code: 401, type: 'TokenMissing' };
const refused = { kind: 'server', code: 401, type: 'InvalidCredentials', message: 'The username or the password is wrong' };

/** Why a transition is on no path. */
const aDefect = 'only a defect of ours can cause it';
const otherStart = 'the browser of these paths begins with a session that the host no longer has: auth-services.test.ts';
const aQuarter = 'nobody waits for a quarter of an hour: auth.test.ts';

/** Logging in and out. */
export const loginFlow: Flow<typeof authMachine, LoginStage> = {
  machine: authMachine,
  samples: samples({
    machine: authMachine,
    inputs: [{ now: () => 0 }],
    events: {
      // While the host is unreachable, the page offers only Retry.
      'login.submit': (snapshot) => (isAtLogin(snapshot) ? [right, wrong] : []),
      'login.edit': (snapshot) => (isAtLogin(snapshot) ? [{}] : []),
      'logout.submit': {},
      'session.retry': {},
    },
    actors: {
      readMemory: promise({ outputs: [{ expiresAt: null, hasAuthenticated: true, owesLogout: false }], errors: [] }),
      refreshSession: promise({ outputs: [], errors: [{ kind: 'network' }, noSession] }),
      logIn: promise({
        outputs: ({ input }) => (isRight(input) ? [{ expiresAt: 600_000 }] : []),
        errors: ({ input }) => (isRight(input) ? [{ kind: 'network' }] : [refused]),
      }),
      renewSession: promise<void>({ outputs: [], errors: [] }),
      sendLogout: promise<void>({ outputs: [undefined] }),
      sessionMemory: callback<never>(),
      surroundings: callback<never>(),
    },
    systems: ['snackbar'],
    serializeState: ({ value, context: { failure } }) => JSON.stringify([value, failure]),
    leads: [
      {
        steps: [
          'readMemory done',
          'refreshSession failed #1',
          'login.submit #1',
          'logIn failed',
          'login.submit #0',
          'logIn failed',
          'login.submit #0',
          'logIn done',
          'logout.submit',
          'sendLogout done',
          'login.submit #0',
          'logIn done',
        ],
      },
    ],
  }),
  byHand: {
    'login.submit': ({ page, person }, { password }) =>
      submitLogin(page, password === right.password ? person : { ...person, password }),
    'login.edit': ({ page }) => page.getByLabel('Username or Email').pressSequentially('x'),
    async 'logout.submit'({ page }) {
      await page.getByRole('button', { name: /^Robin Field/ }).click();
      await page.getByRole('button', { name: 'Log out' }).click();
    },
    'session.retry': ({ page }) => page.getByRole('button', { name: 'Retry' }).click(),
  },
  byTheWorld: {
    // The request made before the page's code loaded is lost, so the console asks itself.
    'readMemory done': ({ restoring }) => restoring.cut(),
    'refreshSession failed #0': ({ restoring }) => restoring.cut(),
    'refreshSession failed #1': ({ restoring }) => restoring.letGo(),
    'logIn done': ({ loggingIn }) => loggingIn.letGo(),
    'logIn failed': ({ loggingIn }, { context }) => (context.failure?.kind === 'network' ? loggingIn.cut() : loggingIn.letGo()),
    'sendLogout done': ({ leaving }) => leaving.letGo(),
    async 'sendLogout failed'({ page, leaving }) {
      await leaving.cut();
      await expect(messageOf(page)).toContainText('Could not reach the host to log you out there');
    },
  },
  elsewhere: {
    'session.renew': 'asked for by the socket',
    'token.kept': 'comes of an http call',
    'session.lost': 'comes of an http call: login.e2e.ts',
    'network.returned': 'comes of the browser',
    'clock.jumped': 'comes of the browser',
    'session.startedElsewhere': 'comes of another tab',
    'session.endedElsewhere': 'comes of another tab: login.e2e.ts',
  },
  untaken: {
    'auth · xstate.error.actor.sessionMemory → (stays)': aDefect,
    'auth · xstate.error.actor.surroundings → (stays)': aDefect,
    'auth.restoring.remembering · xstate.error.actor.readMemory → auth.unreachable': aDefect,
    'auth.restoring.remembering · xstate.done.actor.readMemory [owesLogout] → auth.restoring.settlingLogout': otherStart,
    'auth.restoring.remembering · xstate.done.actor.readMemory [hasFreshToken] → auth.authenticated': otherStart,
    'auth.restoring.remembering · xstate.done.actor.readMemory → auth.anonymous': otherStart,
    'auth.restoring.settlingLogout · xstate.done.actor.sendLogout → auth.anonymous': otherStart,
    'auth.restoring.settlingLogout · xstate.error.actor.sendLogout → auth.anonymous': otherStart,
    'auth.restoring.refreshing · xstate.done.actor.refreshSession → auth.authenticated': 'the host does not have the session',
    'auth.restoring.refreshing · xstate.error.actor.refreshSession [endsSession] → auth.expired': 'login.e2e.ts',
    'auth.unreachable · login.submit → auth.loggingIn': 'the page offers Retry alone there',
    'auth.unreachable · xstate.after.retry.auth.unreachable → auth.restoring': 'return.e2e.ts',
    'auth.expired · login.submit → auth.loggingIn': 'login.e2e.ts',
    'auth.authenticated.fresh · xstate.after.renewal.auth.authenticated.fresh → auth.authenticated.renewing': aQuarter,
    'auth.authenticated.renewing · xstate.error.actor.renewSession → auth.authenticated.waiting': aQuarter,
    'auth.authenticated.waiting · xstate.after.retry.auth.authenticated.waiting → auth.authenticated.renewing': aQuarter,
  },
  async shows({ page }, snapshot) {
    const { failure } = snapshot.context;
    const anonymous = isAtLogin(snapshot);
    await expect(page.getByRole('heading', { name: 'Could not load the system' })).toBeVisible({
      visible: snapshot.matches('unreachable'),
    });
    await expect(page.getByRole('button', { name: 'Logging in…' })).toBeVisible({ visible: snapshot.matches('loggingIn') });
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible({
      visible: snapshot.hasTag('authenticated'),
    });
    await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeVisible({ visible: anonymous });
    if (anonymous) {
      await expect(page).toHaveURL(/\/login$/);
      await expect(page.getByRole('alert')).toHaveText(
        failure === null ? '' : loginFailureText(failure, unreachableText).replace('\n', ' '),
      );
    }
  },
};

/** Whether the login form accepts input. */
function isAtLogin(snapshot: SnapshotFrom<typeof authMachine>): boolean {
  return snapshot.hasTag('anonymous') && snapshot.hasTag('ready');
}

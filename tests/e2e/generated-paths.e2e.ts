import { drivenPaths, fewestPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { isThorough } from '../support/thorough.ts';
import { fieldReceivers } from './support/field.ts';
import { expect } from './support/fixtures.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { collaboratorsFlow, openCollaborators } from './support/collaborators-flow.ts';
import { formFlow, openForm } from './support/form-flow.ts';
import { loginFlow, openLogin } from './support/login-flow.ts';
import { openRegistry, registryFlow, registryShapes } from './support/registry-flow.ts';
import { streamFlow } from './support/stream-flow.ts';
import { StreamPage } from './support/stream-page.ts';
import { touring } from './support/tour.ts';

/** CODE-5: the generated paths of the main flows, walked by hand on the real page, against the real host. */

const streamPaths = await drivenPaths(streamFlow.samples, { wholeLeads: true });
const loginPaths = await drivenPaths(loginFlow.samples);
const collaboratorPaths = await drivenPaths(collaboratorsFlow.samples);
const registryPaths = await drivenPaths(registryFlow.samples, { wholeLeads: true });
const formPaths = await drivenPaths(formFlow.samples);

const streamsToWalk = pathsToWalk(streamPaths);
const collaboratorsToWalk = pathsToWalk(collaboratorPaths);
const registriesToWalk = isThorough ? registryPaths : fewestPaths(registryPaths, 1);
const stops = streamsToWalk.length + collaboratorsToWalk.length + registryShapes.length * registriesToWalk.length;

const test = touring({ roles: Array.from({ length: stops }, () => 'owner') });

test.describe('live stream', () => {
  test('all that a person can do is on a path', () => assertWholeFlow(streamFlow, streamPaths));

  for (const path of streamsToWalk) {
    test(pathText(path), async ({ stop: { page, field } }) => {
      const stream = await StreamPage.visit(page, field);
      const ts = Date.now() - 3_000;
      const [first, second] = fieldReceivers;
      await field.hear({ receiver: first.alias, ant: 1, ts }, { receiver: second.alias, ant: 2, ts });
      await expect(stream.legend.getByRole('listitem')).toHaveCount(2);
      await walk(streamFlow, path, stream, test.step);
    });
  }
});

test.describe('login', () => {
  test.use({ expectErrors: ['status of 401', 'net::ERR_CONNECTION_FAILED'] });
  test('all that a person can do is on a path', () => assertWholeFlow(loginFlow, loginPaths));

  for (const path of pathsToWalk(loginPaths)) {
    test(pathText(path), async ({ page, operator }) => {
      const stage = await openLogin(page, await operator.addPerson({ demo: 'viewer' }));
      await walk(loginFlow, path, stage, test.step);
    });
  }
});

test.describe('every form', () => {
  test.use({ expectErrors: ['net::ERR_CONNECTION_FAILED'] });
  test('all that a person can do is on a path', () => assertWholeFlow(formFlow, formPaths));

  // At least one path of each form.
  const ofEach = [...Map.groupBy(formPaths, ({ input }) => input).values()].map((paths) => fewestPaths(paths, 1));
  for (const path of isThorough ? formPaths : ofEach.flat()) {
    test(`${pathText(path)} (form ${path.input})`, async ({ page, field, operator }) => {
      // The paths call more often than one person may (ACC-27).
      await operator.database.pool.query(`delete from rate_limits where key ~ ':(registration|reset) '`);
      await walk(formFlow, path, await openForm({ page, field, operator }, path), test.step);
    });
  }
});

test.describe('collaborators', () => {
  test.use({ expectErrors: ['net::ERR_CONNECTION_FAILED'] });
  test('all that a person can do is on a path', () => assertWholeFlow(collaboratorsFlow, collaboratorPaths));

  for (const path of collaboratorsToWalk) {
    test(pathText(path), async ({ stop: { page, field }, operator }) => {
      await walk(collaboratorsFlow, path, await openCollaborators(page, field, operator), test.step);
    });
  }
});

test.describe('registries', () => {
  test.use({ expectErrors: ['net::ERR_CONNECTION_FAILED'] });
  test('all that a person can do is on a path', () => assertWholeFlow(registryFlow, registryPaths));

  for (const shape of registryShapes) {
    for (const path of registriesToWalk) {
      test(`${shape.title}: ${pathText(path)}`, async ({ stop: { page, field } }) => {
        await walk(registryFlow, path, await openRegistry(page, field, shape), test.step);
      });
    }
  }
});

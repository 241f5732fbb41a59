import { drivenPaths, pathsToWalk, pathText } from '../support/machine-paths.ts';
import { alarmHistoryFlow, AlarmHistoryStage } from './support/alarm-history-flow.ts';
import { alarmSettingsFlow, AlarmSettingsStage } from './support/alarm-settings-flow.ts';
import { assertWholeFlow, walk } from './support/flow.ts';
import { touring } from './support/tour.ts';

/** ALP-2, ALP-3: the generated paths of the alarm history and of the alarm settings, against a real host. */
const histories = await drivenPaths(alarmHistoryFlow.samples, { wholeLeads: true });
const settings = await drivenPaths(alarmSettingsFlow.samples, { wholeLeads: true });

const historiesToWalk = pathsToWalk(histories);
const settingsToWalk = pathsToWalk(settings);
const test = touring({ roles: [...historiesToWalk.map(() => 'owner'), ...settingsToWalk.map(() => 'administrator')] });
test.use({ expectErrors: ['net::ERR_', 'status of 429'] });

test('all that may become of the history of alarms is on a path', () => assertWholeFlow(alarmHistoryFlow, histories));
test('all that may become of the settings of alarms is on a path', () => assertWholeFlow(alarmSettingsFlow, settings));

for (const path of historiesToWalk) {
  test(`history: ${pathText(path)}`, async ({ stop: { page, field }, operator }) => {
    const stage = await AlarmHistoryStage.open(page, field, operator);
    await walk(alarmHistoryFlow, path, stage, test.step);
    await stage.close();
  });
}

for (const path of settingsToWalk) {
  test(`settings: ${pathText(path)}`, async ({ stop: { page, field }, operator }) => {
    await walk(alarmSettingsFlow, path, await AlarmSettingsStage.open(page, field, operator), test.step);
  });
}

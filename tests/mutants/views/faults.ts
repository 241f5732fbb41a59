/**
 * A browser test that should notice a fault: its file's base name and a part of its title. If the test has
 * steps, also a part of the title of the step that should fail.
 */
export type Noticing = { file: string; grep: string; step?: string };

/**
 * A fault that a user would notice and only a browser test can detect. `text` occurs exactly once in
 * src/views, src/screens and src/composition together; `instead` replaces it. The faults of a group are
 * planted in one build.
 */
export type ViewFault = {
  id: string;
  group: number;
  screen: string;
  says: string;
  text: string;
  instead: string;
  tests: readonly Noticing[];
};

export const viewFaults: readonly ViewFault[] = [
  {
    id: 'alarms-lasting-ignored',
    group: 1,
    screen: 'Alarms',
    says: 'The filter "Ongoing" is pressed, and all alarms stay in the list.',
    text: "onChange={(isOn) => onChoose({ lasting: isOn ? 'yes' : null })}",
    instead: 'onChange={() => onChoose({ lasting: null })}',
    tests: [{ file: 'alarms.e2e.ts', grep: 'what the page of alarms lists', step: 'what went wrong, how long it lasted' }],
  },
  {
    id: 'statistics-wrong-series',
    group: 1,
    screen: 'Statistics',
    says: 'The chart of contact codes draws the contacts per frequency.',
    text: 'title="Contact codes" chart={ofCodes}',
    instead: 'title="Contact codes" chart={ofCodes && ofFrequencies}',
    tests: [
      {
        file: 'stats.e2e.ts',
        grep: 'what was heard, on the page of statistics',
        step: 'each chart and table says what the database counts',
      },
    ],
  },
  {
    id: 'settings-viewer-control',
    group: 1,
    screen: 'Settings',
    says: 'A viewer sees the control that sets the clock sync interval.',
    text: 'if (!hasRole(role, administrator) || hasExpired) return null;',
    instead: 'if (!hasRole(role, administrator) && hasExpired) return null;',
    tests: [{ file: 'settings.e2e.ts', grep: 'the clock sync interval is set by an Administrator' }],
  },
  {
    id: 'home-not-live',
    group: 1,
    screen: 'Home',
    says: 'A row of a receiver shows the state of the moment when the page was opened.',
    text: 'return shallowEqual({ ...one, ...unshown }, { ...other, ...unshown });',
    instead: 'return one?.alias === other?.alias || shallowEqual({ ...one, ...unshown }, { ...other, ...unshown });',
    tests: [{ file: 'home.e2e.ts', grep: 'a receiver that speaks comes online' }],
  },
  {
    id: 'animals-delete-without-undo',
    group: 1,
    screen: 'Animals',
    says: 'The message after animals were deleted offers no Undo.',
    text: '${count === 1 ? entity : many} deleted`, made };',
    instead: '${count === 1 ? entity : many} deleted`, made: count === 0 ? made : null };',
    tests: [{ file: 'registries.e2e.ts', grep: 'the table of animals' }],
  },
  {
    id: 'activity-timezone-twice',
    group: 2,
    screen: 'Activity',
    says: 'A time that is typed into a filter is off by the hours between the system and UTC.',
    text: "chosen.toDate('UTC').getTime()",
    instead: 'chosen.toDate(times.timezone).getTime()',
    tests: [
      {
        file: 'changes.e2e.ts',
        grep: 'a time that changes are filtered by',
        step: 'a time to filter by is typed by the clocks',
      },
    ],
  },
  {
    id: 'modems-order-reversed',
    group: 2,
    screen: 'Modems',
    says: 'The modems are listed from Z to A.',
    text: 'asked.answer && modemsByName(asked.answer)',
    instead: 'asked.answer && modemsByName(asked.answer).toReversed()',
    tests: [{ file: 'modems.e2e.ts', grep: 'lists modems, says how each is' }],
  },
  {
    id: 'beacons-nothing-said',
    group: 2,
    screen: 'Beacons',
    says: 'Where there are no beacons, the page does not say so, nor what makes one.',
    text: 'all.length === 0 ? (',
    instead: 'rows === null ? (',
    tests: [{ file: 'beacons.e2e.ts', grep: 'says how well each antenna hears each beacon' }],
  },
  {
    id: 'download-progress-unnamed',
    group: 2,
    screen: 'Download',
    says: 'A screen reader is not told which file the progress bar of a download is about.',
    text: '<progress aria-label={`Download of ${name}`}',
    instead: '<progress data-of={`Download of ${name}`}',
    tests: [{ file: 'download.e2e.ts', grep: 'a download that is cancelled or breaks leaves nothing' }],
  },
  {
    id: 'vitals-wider-than-a-phone',
    group: 2,
    screen: 'Receiver',
    says: 'On a phone the page of a receiver scrolls sideways, as its strip of states is too wide.',
    text: 'style={{ background: stripGradient(states, colorOf) }}',
    instead: 'style={{ minWidth: 600, background: stripGradient(states, colorOf) }}',
    tests: [
      { file: 'vitals.e2e.ts', grep: 'the vitals of receivers', step: 'one that reported nothing says so, on a phone too' },
    ],
  },
  {
    id: 'key-lost-by-escape',
    group: 3,
    screen: 'Settings',
    says: 'Escape closes the dialog of a new key, which is never shown again.',
    text: 'isHeld={isBusy || isShown}',
    instead: 'isHeld={isBusy && isShown}',
    tests: [
      {
        file: 'keys.e2e.ts',
        grep: 'an Administrator makes keys',
        step: 'a key ends on a day that one chooses',
      },
    ],
  },
  {
    id: 'detection-reapply-enabled',
    group: 3,
    screen: 'Detection Settings',
    says: 'An older version can be reapplied while unsaved changes would be lost by that.',
    text: "isDirty ? 'Save or reset your changes first' : null",
    instead: "isDirty && isBusy ? 'Save or reset your changes first' : null",
    tests: [{ file: 'detection.e2e.ts', grep: 'settings are edited, saved', step: 'a save is a new version with its reason' }],
  },
  {
    id: 'stream-frequency-in-kilohertz',
    group: 3,
    screen: 'Live stream',
    says: 'The table of the latest contacts gives kHz below the heading MHz.',
    text: 'contact.freq.toFixed(3)',
    instead: '(contact.freq * 1000).toFixed(3)',
    tests: [
      {
        file: 'stream.e2e.ts',
        grep: 'contacts that come are in the chart',
        step: 'a contact is in the table, the legend and the chart',
      },
    ],
  },
  {
    id: 'map-arrow-key-wrong-way',
    group: 3,
    screen: 'Map',
    says: 'The right arrow key moves the map without WebGL to the left.',
    text: "ArrowRight: { type: 'camera.panned', by: { x: -80, y: 0 } }",
    instead: "ArrowRight: { type: 'camera.panned', by: { x: 80, y: 0 } }",
    tests: [
      {
        file: 'map-plain.e2e.ts',
        grep: 'a link, the keys and the pointer',
        step: 'keys, wheel and pointer move it',
      },
    ],
  },
  {
    id: 'heading-without-focus',
    group: 3,
    screen: 'Every screen',
    says: 'Whoever comes to another screen has the focus nowhere, and a screen reader does not read its name.',
    text: 'if (arrive(pathname)) target?.current?.focus();',
    instead: 'if (arrive(pathname)) target?.current?.blur();',
    tests: [{ file: 'titles.e2e.ts', grep: 'the title tells screen and system' }],
  },
  {
    id: 'home-link-elsewhere',
    group: 4,
    screen: 'Home',
    says: 'The count of receivers with a warning leads to the alarms instead of to these receivers.',
    text: 'data-status="warning" href={`${screenUrl(mitasId, \'receivers\')}${search}`}',
    instead: 'data-status="warning" href={`${screenUrl(mitasId, \'alarms\')}${search}`}',
    tests: [{ file: 'home.e2e.ts', grep: 'what Home says of its receivers', step: 'the indicators count by status' }],
  },
  {
    id: 'animals-form-stale',
    group: 4,
    screen: 'Animals',
    says: 'An open form keeps the values that another person has changed meanwhile, and sends them.',
    text: 'const known = row ?? first;',
    instead: 'const known = first ?? row;',
    tests: [
      { file: 'registries.e2e.ts', grep: 'stands at the list and in the form', step: 'stands in the form with what was typed' },
    ],
  },
  {
    id: 'system-retry-cancels',
    group: 4,
    screen: 'System',
    says: 'Retry of a failed job sends that it is to be cancelled.',
    text: 'id: job.id, action })',
    instead: "id: job.id, action: 'cancel' })",
    tests: [
      {
        file: 'system.e2e.ts',
        grep: 'what the page says of a system',
        step: 'is told as it goes on, and why it failed',
      },
    ],
  },
  {
    id: 'login-refusal-not-shown',
    group: 4,
    screen: 'Login',
    says: 'Nothing says that the password is wrong.',
    text: '<FormFailure text={props.failure} />',
    instead: '<FormFailure text={null} />',
    tests: [{ file: 'login.e2e.ts', grep: "a wrong password with 'A server error occurred'" }],
  },
  {
    id: 'scheme-kept-reversed',
    group: 4,
    screen: 'Frame',
    says: 'The browser keeps the other colour scheme than the one that was chosen.',
    text: 'preferences.setDarkMode(darkMode)',
    instead: 'preferences.setDarkMode(!darkMode)',
    tests: [{ file: 'shell.e2e.ts', grep: 'dark at first; the switch is stored, sent and kept' }],
  },
  {
    id: 'table-selection-of-one-page',
    group: 5,
    screen: 'Every table',
    says: 'Who selects on a page of a table loses what was selected on another.',
    text: 'const kept = there.filter((id) => !inSight.includes(id));',
    instead: 'const kept = there.filter((id) => inSight.includes(id));',
    tests: [{ file: 'data-table.components.ts', grep: 'a page is chosen as a whole' }],
  },
  {
    id: 'number-stepped-backwards',
    group: 5,
    screen: 'Every number',
    says: 'The arrow up takes a step of a number instead of adding it.',
    text: "stepBy(event.key === 'ArrowUp' ? 1 : -1);",
    instead: "stepBy(event.key === 'ArrowUp' ? -1 : 1);",
    tests: [{ file: 'number-input.components.ts', grep: 'the arrow keys add and take a step' }],
  },
  {
    id: 'form-reason-not-written',
    group: 5,
    screen: 'Every dialog',
    says: 'Why a form cannot be sent is read only by who points at its button.',
    text: '<Greyed why={why ?? null} isWritten={why !== undefined}>',
    instead: '<Greyed why={why ?? null} isWritten={false}>',
    tests: [{ file: 'form-dialog.components.ts', grep: 'a button that cannot be pressed yet says why' }],
  },
  {
    id: 'reason-stays',
    group: 5,
    screen: 'Every greyed button',
    says: 'Why a button is greyed stays on the screen once nothing points at it any more.',
    text: "if (event.pointerType === 'mouse') setWanted(isOver);",
    instead: "if (event.pointerType === 'mouse') setWanted(isOver || isGreyed);",
    tests: [{ file: 'greyed.components.ts', grep: 'says why while it is pointed at' }],
  },
  {
    id: 'date-typed-over-another',
    group: 5,
    screen: 'Every time field',
    says: 'What was typed over a time counts though another came from the address meanwhile.',
    text: 'if (typed.base !== now) return hold(null);',
    instead: 'if (typed.base !== now) hold(null);',
    tests: [{ file: 'date-field.components.ts', grep: 'what is typed over another value is given up' }],
  },
  {
    id: 'registry-none-exchanged',
    group: 5,
    screen: 'Every registry',
    says: 'A field that may be missing holds something else when it is emptied, and one that may not holds nothing.',
    text: 'digits={digits} orNone={orNone}',
    instead: 'digits={digits} orNone={!orNone}',
    tests: [{ file: 'registry-form.components.ts', grep: 'what may be missing begins as none' }],
  },
  {
    id: 'bins-drawn-never-taken',
    group: 5,
    screen: 'Receiver editor',
    says: 'The pointer turns bins on and never off.',
    text: "mark: bins[bin] === '1' ? '0' : '1' }",
    instead: "mark: '1' }",
    tests: [{ file: 'bands.components.ts', grep: 'from one that is heard the pointer takes away' }],
  },
  {
    id: 'message-loses-its-focus',
    group: 5,
    screen: 'Every message',
    says: 'A message that has the focus is left by Tab from one of its buttons to the other.',
    text: "if (!currentTarget.contains(relatedTarget)) send({ type: 'snackbar.blurred' });",
    instead: "if (currentTarget.contains(relatedTarget)) send({ type: 'snackbar.blurred' });",
    tests: [{ file: 'snackbar.components.ts', grep: 'says that it has the focus' }],
  },
  {
    id: 'name-one-too-long',
    group: 5,
    screen: 'Every name',
    says: 'A name may be one letter longer than it may be.',
    text: 'const valid = name.length > 0 && name.length <= props.maxLength;',
    instead: 'const valid = name.length > 0 && name.length <= props.maxLength + 1;',
    tests: [{ file: 'rename-field.components.ts', grep: 'one that cannot be saved says so before' }],
  },
];

import * as v from 'valibot';

/** A number in a query string. */
export const queryNumber = v.pipe(
  v.union([v.number(), v.pipe(v.string(), v.nonEmpty())]),
  v.transform(Number),
  v.number(),
  v.finite(),
);

/** A list in a query string: comma separated or a repeated key. */
export const queryList = v.pipe(
  v.union([v.string(), v.array(v.union([v.string(), v.number()]))]),
  v.transform((value) => (Array.isArray(value) ? value.map(String) : value.split(',')).filter((part) => part !== '')),
);

/** A list of numbers in a query string. */
export const queryNumbers = v.pipe(
  queryList,
  v.transform((parts) => parts.map(Number)),
  v.array(v.pipe(v.number(), v.finite())),
);

/** The time range of statistics (spec §3, Stats request settings): recent amount and unit, or a range of two ISO times. */
export const timeSelection = {
  timeSelect: v.picklist(['recent', 'range']),
  recentAmount: v.optional(queryNumber),
  recentUnit: v.optional(v.picklist(['minute', 'hour', 'day', 'week', 'month'])),
  range: v.optional(queryList),
};

/** A page of a list (spec §7, detection history and jobs). */
export const pageOf = { page: v.optional(queryNumber), limit: v.optional(queryNumber) };

/** The name of an IANA timezone, as far as a schema can tell; the host checks that it exists. */
export const timezoneName = v.pipe(v.string(), v.minLength(1), v.maxLength(64), v.regex(/^[A-Za-z0-9_+\-/]+$/));

/** An alarm's number within its system; the largest is the database's. */
export const alarmId = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2_147_483_647));

export const latitude = v.pipe(v.number(), v.minValue(-90), v.maxValue(90));
export const longitude = v.pipe(v.number(), v.minValue(-180), v.maxValue(180));

/** A colour as receivers and sites carry it: '#rrggbb'. */
export const color = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, 'A color is # and six hexadecimal digits'));

/** What a call answers that has nothing to tell. */
export const nothing = v.object({});

/** What a call answers that has only a sentence to tell the person (spec §8: a message shows a snackbar). */
export const message = v.object({ message: v.optional(v.string()) });

/** An e-mail address by the basic pattern of spec §5. */
export const email = v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'Invalid email'));

export const password = v.pipe(v.string(), v.minLength(1), v.maxLength(1024));
export const personName = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100));
/** No @, nor one of the signs that are folded to it: a username that looks like an email could be another person's (issue 6). */
export const username = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(100),
  v.regex(/^[^@\uFE6B\uFF20]*$/, 'A username has no @'),
);

/** The username of a new account: no spaces within, as none that a registration derives has any (spec §5). */
export const newUsername = v.pipe(username, v.regex(/^[^\s-]\S*$/, 'A username has no spaces and does not begin with a hyphen'));

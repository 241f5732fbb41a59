type Pages = {
  /** What the build has drawn. */
  early: HTMLElement;
  /** Where the console draws. */
  root: HTMLElement;
  /** Whether the early page shows the login, and not an empty page in the person's colours. */
  isLogin: boolean;
};

type Typed = { values: string[]; focused: number; caret: number | null };

const failedText = 'The console could not be loaded. Reload the page, or try again when the network is better.';
const waitingText = 'Loading…';

/**
 * Has the early page go when the console stands, and the login take over what was typed, where the cursor is,
 * and the button that was pressed: nothing that somebody did on the way is lost (SPEED-18).
 */
export function handOver({ early, root, isLogin }: Pages): void {
  let pressed = -1;
  // Enter in a field presses the form's button too.
  early.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button === null) return;
    pressed = buttonsIn(early).indexOf(button);
    say(early, 'status', waitingText);
  });
  const onFailure = ({ target }: Event): void => {
    if (target instanceof HTMLScriptElement) say(early, 'alert', failedText);
  };
  addEventListener('error', onFailure, true);
  const watch = new MutationObserver(() => {
    // The login stays while the console draws that it looks for a session.
    if (isLogin ? buttonsIn(root).length === 0 : root.childElementCount === 0) return;
    watch.disconnect();
    removeEventListener('error', onFailure, true);
    const typed = typedIn(early);
    early.remove();
    if (!isLogin || fieldsIn(root).length !== typed.values.length) return;
    takeOver(fieldsIn(root), typed);
    if (pressed !== -1) buttonsIn(root)[pressed]?.click();
  });
  watch.observe(root, { childList: true, subtree: true });
}

function typedIn(page: HTMLElement): Typed {
  const fields = fieldsIn(page);
  const focused = fields.findIndex((field) => field === document.activeElement);
  return { values: fields.map(({ value }) => value), focused, caret: fields[focused]?.selectionStart ?? null };
}

/**
 * As if it were typed: React hears of a value by the event, and only where the element's own setter was used.
 */
function takeOver(fields: HTMLInputElement[], { values, focused, caret }: Typed): void {
  for (const [at, field] of fields.entries()) {
    if (values[at] === '') continue;
    Reflect.set(HTMLInputElement.prototype, 'value', values[at], field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const field = fields[Math.max(0, focused)];
  field?.focus();
  field?.setSelectionRange(caret, caret);
}

function fieldsIn(page: HTMLElement): HTMLInputElement[] {
  return [...page.querySelectorAll('input')];
}

function buttonsIn(page: HTMLElement): HTMLButtonElement[] {
  return [...page.querySelectorAll<HTMLButtonElement>('main button')];
}

function say(early: HTMLElement, role: 'status' | 'alert', text: string): void {
  const line = early.querySelector('[data-line]') ?? document.createElement('p');
  line.setAttribute('data-line', '');
  line.setAttribute('role', role);
  line.textContent = text;
  early.firstElementChild?.append(line);
}

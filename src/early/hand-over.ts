type Pages = {
  /** What the build has drawn. */
  early: HTMLElement;
  /** Where the console draws. */
  root: HTMLElement;
  /** Whether the early page shows the login, and not an empty page in the person's colours. */
  isLogin: boolean;
};

/** What can be typed into or pressed. */
type Part = HTMLInputElement | HTMLButtonElement;
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
    pressed = partsIn(early).indexOf(button);
    say(early, 'status', waitingText);
  });
  const onFailure = ({ target }: Event): void => {
    // At the window it is code that came, and failed.
    if (target instanceof HTMLScriptElement || target === window) say(early, 'alert', failedText);
  };
  addEventListener('error', onFailure, true);
  const watch = new MutationObserver(() => {
    // The login stays while the console draws that it looks for a session.
    if (isLogin ? partsIn(root).length === 0 : root.childElementCount === 0) return;
    watch.disconnect();
    removeEventListener('error', onFailure, true);
    const [parts, typed] = [partsIn(early), typedIn(early)];
    early.remove();
    // What was typed for the login goes nowhere else, such as where another tab has logged in meanwhile.
    // Behind these a demo host's page has one more (ACC-35).
    if (!isLogin || !kindsOf(partsIn(root)).startsWith(kindsOf(parts))) return;
    takeOver(partsIn(root), typed);
    partsIn(root)[pressed]?.click();
  });
  watch.observe(root, { childList: true, subtree: true });
}

function typedIn(page: HTMLElement): Typed {
  const parts = partsIn(page);
  const focused = parts.findIndex((part) => part === document.activeElement);
  const part = parts[focused];
  return { values: parts.map(({ value }) => value), focused, caret: isField(part) ? part.selectionStart : null };
}

/**
 * As if it were typed: React hears of a value by the event, and only where the element's own setter was used.
 */
function takeOver(parts: Part[], { values, focused, caret }: Typed): void {
  for (const [at, field] of parts.entries()) {
    if (!isField(field) || values[at] === '') continue;
    Reflect.set(HTMLInputElement.prototype, 'value', values[at], field);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  const part = parts[focused] ?? parts.find(isField);
  part?.focus();
  if (isField(part) && caret !== null) part.setSelectionRange(caret, caret);
}

function isField(part: Part | undefined): part is HTMLInputElement {
  return part instanceof HTMLInputElement;
}

function partsIn(page: HTMLElement): Part[] {
  return [...page.querySelectorAll<Part>('main :is(input, button)')];
}

function kindsOf(parts: Part[]): string {
  return parts.map(({ type }) => type).join();
}

function say(early: HTMLElement, role: 'status' | 'alert', text: string): void {
  const line = early.querySelector('[data-line]') ?? document.createElement('p');
  line.setAttribute('data-line', '');
  line.setAttribute('role', role);
  line.textContent = text;
  early.firstElementChild?.append(line);
}

type Pages = {
  /** The element that the build has drawn. */
  early: HTMLElement;
  /** The element where the console draws. */
  root: HTMLElement;
  /** True if the early page shows the login, false if it is an empty page in the person's colours. */
  isLogin: boolean;
};

/** The elements that can be typed into or pressed. */
type Part = HTMLInputElement | HTMLButtonElement;
type Typed = { values: string[]; focused: number; caret: number | null };

const failedText = 'The console could not be loaded. Reload the page, or try again when the network is better.';
const waitingText = 'Loading…';

/**
 * Removes the early page when the console is ready; the login takes over its input, its cursor and a pressed
 * button, so that nothing a person did in between is lost (SPEED-18).
 */
export function handOver({ early, root, isLogin }: Pages): void {
  let pressed = -1;
  // Browsers also click the form's button when Enter is pressed in a field.
  early.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button') : null;
    if (button === null) return;
    pressed = partsIn(early).indexOf(button);
    say(early, 'status', waitingText);
  });
  const onFailure = ({ target }: Event): void => {
    // An error whose target is the window comes from code that loaded but failed.
    if (target instanceof HTMLScriptElement || target === window) say(early, 'alert', failedText);
  };
  addEventListener('error', onFailure, true);
  const watch = new MutationObserver(() => {
    // Wait: the early login stays visible while the console is looking for a session.
    if (isLogin ? partsIn(root).length === 0 : root.childElementCount === 0) return;
    watch.disconnect();
    removeEventListener('error', onFailure, true);
    const [parts, typed] = [partsIn(early), typedIn(early)];
    early.remove();
    // Input of the login goes to the login only, and not to a session started in another tab. The console's
    // login may have more parts after these, as on a demo host (ACC-35).
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
 * Simulates typing: React reads a value only on an input event, and only if it was set with the element's own
 * setter.
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

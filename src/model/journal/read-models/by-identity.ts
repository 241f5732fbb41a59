/**
 * Computes once per state object: a selector gives the same answer, identity included, for as long as its
 * read model stands.
 */
export function byIdentity<State extends object, Answer>(select: (state: State) => Answer): (state: State) => Answer {
  const answers = new WeakMap<State, { answer: Answer }>();
  return (state) => {
    const known = answers.get(state);
    if (known !== undefined) return known.answer;
    const answer = select(state);
    answers.set(state, { answer });
    return answer;
  };
}

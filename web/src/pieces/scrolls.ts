/** What scrolls must be reached by the keyboard: an element is a stop for Tab as long as something of it is hidden. */
export function scrolls(node: HTMLElement): () => void {
  let frame = 0;
  function look(): void {
    frame = 0;
    const hidden = node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
    if (hidden) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  }
  // In the next frame: asking for sizes right after a change would lay everything out once more.
  function soon(): void {
    frame ||= requestAnimationFrame(look);
  }
  const sizes = new ResizeObserver(soon);
  const contents = new MutationObserver(soon);
  sizes.observe(node);
  contents.observe(node, { childList: true, subtree: true });
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    contents.disconnect();
  };
}

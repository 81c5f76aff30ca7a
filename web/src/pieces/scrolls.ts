/** What scrolls must be reached by the keyboard: an element is a stop for Tab as long as something of it is hidden. */
export function scrolls(node: HTMLElement): () => void {
  function look(): void {
    const hidden = node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1;
    if (hidden) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  }
  const sizes = new ResizeObserver(look);
  const contents = new MutationObserver(look);
  sizes.observe(node);
  contents.observe(node, { childList: true, subtree: true });
  look();
  return () => {
    sizes.disconnect();
    contents.disconnect();
  };
}

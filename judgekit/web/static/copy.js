// Buttons that copy the field before them, where there is a script to do it.
for (const button of document.querySelectorAll('[data-copy-field]')) {
  const field = document.getElementById(button.dataset.copyField);
  button.hidden = false;
  button.addEventListener('click', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Selected: Ctrl+C';
    }
  });
}

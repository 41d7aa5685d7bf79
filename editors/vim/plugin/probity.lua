-- Starts the language server for models; `vim.g.probity = false` leaves that to the user.
if vim.g.loaded_probity or vim.g.probity == false then return end
vim.g.loaded_probity = true
require('probity').setup(type(vim.g.probity) == 'table' and vim.g.probity or nil)
